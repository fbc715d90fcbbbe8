# SPDX-License-Identifier: GPL-2.0-or-later
# For the shell tests: TAP, and the program under test as $K. Sourced from the root of the project.

LC_ALL=C
export LC_ALL
unset NO_COLOR TERM COLUMNS
ROOT=$(pwd)
case ${BUILD:=build} in
/*) K=$BUILD/${NAME:=kbenchstat} ;;
*) K=$ROOT/$BUILD/${NAME:=kbenchstat} ;;
esac
TMP=$(mktemp -d)
trap 'rm -rf "$TMP"' EXIT
count=0 failed=0

# ok STATUS NAME: one result; the output of a failure is shown by the caller as comments.
ok()
{
	count=$((count + 1))
	if [ "$1" -eq 0 ]; then
		echo "ok $count - $2"
	else
		echo "not ok $count - $2"
		failed=$((failed + 1))
	fi
}

# is GOT WANT NAME: two texts are the same.
is()
{
	if [ "$1" = "$2" ]; then
		ok 0 "$3"
	else
		ok 1 "$3"
		printf '%s\n' "got:" "$1" "want:" "$2" | sed 's/^/# /'
	fi
}

# like TEXT PATTERN NAME: some line of the text matches the extended expression.
like()
{
	if printf '%s\n' "$1" | grep -qE -e "$2"; then
		ok 0 "$3"
	else
		ok 1 "$3"
		printf '%s\n' "no line matches: $2" "$1" | sed 's/^/# /'
	fi
}

unlike()
{
	if printf '%s\n' "$1" | grep -qE -e "$2"; then
		ok 1 "$3"
		printf '%s\n' "a line matches: $2" "$1" | sed 's/^/# /'
	else
		ok 0 "$3"
	fi
}

# run COMMAND...: sets out, err and rc.
run()
{
	"$@" >"$TMP/out" 2>"$TMP/err" </dev/null
	rc=$?
	out=$(cat "$TMP/out")
	err=$(cat "$TMP/err")
}

# field NAME...: these columns of records on standard input, by the csv module of Python.
field()
{
	python3 -c '
import csv, sys
for row in csv.DictReader(sys.stdin):
    if row["kind"] == "value":
        print("|".join(row[c] for c in sys.argv[1:]))
' "$@"
}

done_testing()
{
	echo "1..$count"
	[ "$failed" -eq 0 ]
}
