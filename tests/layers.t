#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Data flows one way: a room includes itself and the rooms below it.
. tests/lib.sh

# room, and what its files may include
while read -r room may; do
	bad=$(grep -nE '^#include "' "$room"/*.[ch] | grep -vE "#include \"($may)/" | grep -vE '#include "[a-z]+\.inc"')
	is "$bad" "" "$room includes $may only"
done <<'EOF'
core core
parsers core|parsers
stats core|stats
report core|stats|report
cli core|parsers|stats|report|cli
EOF
is "$(grep -lE '#include "[a-z]+/' bench-kmod/*.[ch])" "" "bench-kmod shares no code with the rest"
is "$(grep -l 'Rmath\.h' ./*/*.[ch])" "./stats/dist.c" "Rmath.h is included in stats/dist.c alone"
is "$(grep -lE '<csv\.h>' ./*/*.[ch] | grep -v '^./core/')" "" "libcsv is seen by core/ alone"
is "$(grep -lE '<jansson\.h>' ./*/*.[ch] | grep -v '^./core/' | tr '\n' ' ')" "./parsers/lkp.c ./parsers/unwrap_json.c ./report/out_json.c " "jansson is seen by core/, the JSON of logs and of lkp, and our own"
is "$(grep -lE '<pcre2\.h>' ./*/*.[ch] | tr '\n' ' ')" "./cli/filter.c ./parsers/heading.c ./parsers/scanner.h " "PCRE2 is seen by the scanner, the headings and the filter"
is "$(grep -lE '<archive(_entry)?\.h>' ./*/*.[ch] | tr '\n' ' ')" "./parsers/unpack.c ./parsers/untar.c " "libarchive is seen by what unpacks"
is "$(grep -lE '<zlib\.h>' ./*/*.[ch] | tr '\n' ' ')" "./parsers/gunzip.c " "and so is zlib"
is "$(grep -lE '<gmime/' ./*/*.[ch] | tr '\n' ' ')" "./parsers/mail.c ./parsers/mail_decode.c " "GMime is seen by the mail stage alone"
is "$(grep -lE '"parsers/scanner\.h"' ./*/*.[ch] | tr '\n' ' ')" "./parsers/match.c ./parsers/scan.c ./parsers/scan_text.c " "the scanner's inside is seen by its three files"
is "$(grep -lE '\b(malloc|calloc|realloc)\(' ./core/*.c ./parsers/*.c ./stats/*.c ./report/*.c ./cli/*.c)" "./core/mem.c" "memory is allocated in core/mem.c alone"
is "$(grep -nE '\bexit\(' ./parsers/*.c ./stats/*.c ./report/*.c)" "" "only the edge ends the program"
long=$(wc -l ./*/*.c ./*/*.h | awk '$2 != "total" && $1 > 600')
is "$long" "" "no file is longer than 600 lines"
long=$(awk 'FNR == 1 { start = 0 }
	/^{$/ { start = FNR }
	/^}$/ && start { if (FNR - start + 1 > 60) print FILENAME ":" start; start = 0 }' ./core/*.c ./parsers/*.c ./stats/*.c ./report/*.c ./cli/*.c)
is "$long" "" "no function is longer than 60 lines"
is "$(grep -nE '^\s*static [^()]*;' ./parsers/*.[ch] ./stats/*.[ch] ./report/*.[ch] ./cli/*.[ch] | grep -v 'const')" "" "no variable outlives its call but in core/"
done_testing
