#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# The README's console blocks: each "$ command" is run in a copy of the clone's samples, and what stands
# below it is what it prints.
. tests/lib.sh

mkdir "$TMP/clone" "$TMP/bin"
cp -r samples "$TMP/clone/samples"
ln -s "$K" "$TMP/bin/kbenchstat"
PATH=$TMP/bin:$PATH
cat >"$TMP/run.py" <<'EOF'
import os, subprocess, sys

def blocks(lines):
    """(line, command, expected lines) of each command in a console block."""
    inside, found = False, []
    for n, line in enumerate(lines, 1):
        if line.startswith("```"):
            inside = line.strip() == "```console"
        elif inside and line.startswith("$ "):
            found.append((n, line[2:], []))
        elif inside and found:
            found[-1][2].append(line)
    return found

readme, clone = sys.argv[1:]
found = blocks(open(readme).read().splitlines())
for i, (n, command, want) in enumerate(found, 1):
    r = subprocess.run(["sh", "-c", command], cwd=clone, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    got = r.stdout.splitlines()
    same = got == want and r.returncode == 0
    print("%s %d - README line %d: %s" % ("ok" if same else "not ok", i, n, command))
    if not same:
        print("\n".join("# " + l for l in ["status %d, got:" % r.returncode] + got + ["want:"] + want))
print("1..%d" % len(found))
sys.exit(0 if len(found) > 5 else 1)
EOF
python3 "$TMP/run.py" README.md "$TMP/clone"
