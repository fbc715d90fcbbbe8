#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# The manual says what the program has, no less and no more, and its examples run.
. tests/lib.sh

PAGE=man/kbenchstat.1 RECORDS=man/kbenchstat-records.5

# text PAGE: the source with what is escaped for roff as it reads.
text()
{
	sed 's/\\-/-/g; s/\\(aq/'"'"'/g; s/\\&//g; s/\\e/\\/g' "$1"
}

# section PAGE NAME: the lines of one section.
section()
{
	text "$1" | awk -v name="$2" '/^\.Sh / { on = substr($0, 5) == name; next } on'
}

# items PAGE SECTION MACRO: the first words of .It MACRO.
items()
{
	section "$1" "$2" | awk -v macro="$3" '$1 == ".It" && $2 == macro { print $3 }'
}

# One line "command --option" for each that a command's help has.
helped()
{
	for c in $commands; do
		"$K" "$c" --help | sed -nE 's/^  (-., )?(--[a-z-]+).*/'"$c"' \2/p'
	done | sort
}

# The same of OPTIONS, where the line below an option lists its commands.
written()
{
	section $PAGE OPTIONS | awk '
		/^\.It Fl/ { for (i = 3; i <= NF; i++) if ($i ~ /^-[a-z]/) option = "-" $i }
		/^\.Pq Cm/ { for (i = 3; i <= NF; i++) if ($i != ",") print $i, option }' | sort
}

for page in man/*.[1-9]; do
	is "$(mandoc -Tlint -W warning "$page" 2>&1)" "" "$page has nothing that mandoc warns of"
	is "$(mandoc -Tascii -O width=78 "$page" | sed 's/.\x08//g' | grep -E '.{81}')" "" "$page fits 80 columns"
done

commands=$("$K" --help | sed -nE 's/^  ([a-z]+) +[a-z].*/\1/p')
is "$(items $PAGE COMMANDS Cm)" "$commands" "COMMANDS has the program's commands"
is "$(section $PAGE SYNOPSIS | sed -nE 's/^\.Cm ([a-z]+)$/\1/p' | sort)" "$commands" \
	"SYNOPSIS has them too"
is "$(written)" "$(helped)" "OPTIONS has each option with the commands that take it"
strange=$(text $PAGE | grep -oE '(\<Fl |(^|[^-a-z])-)-[a-z][a-z-]*' | sed -E 's/.*(Fl |-)-/--/' |
	sort -u | while read -r option; do
	helped | grep -q -e " $option\$" || "$K" "$option" >"$TMP/out" 2>&1 || echo "$option"
done)
is "$strange" "" "every option that the page names exists"

is "$(section $PAGE INPUT | awk '$1 == ".It" && $2 == "Cm" { print $3 }' | while read -r format; do
	"$K" formats "$format" >"$TMP/out" 2>&1 || echo "$format"
done)" "" "INPUT has no log format that the program has not"
formats=$("$K" compare --format=. samples/demo 2>&1 | sed -nE "s/.*none of (.*): '.*/\1/p")
is "$(items $PAGE 'OUTPUT FORMATS' Cm | tr '\n' ' ')" "$(echo "$formats" | tr -d ,) " \
	"OUTPUT FORMATS has the output formats"
missing=$(for command in "compare samples/demo" "plan samples/demo" "summary samples/demo"; do
	"$K" $command --format=csv | head -1 | tr , '\n'
done | sed 's/^new\./base./' | while read -r column; do
	section $PAGE 'OUTPUT FORMATS' | grep -E '^\.(It )?Va ' | grep -qwF -e "$column" || echo "$column"
done)
is "$missing" "" "OUTPUT FORMATS has the columns for programs"

is "$(items $RECORDS COLUMNS Va)" \
	"$("$K" parse samples/demo/before/boot-1/console.log | head -1 | tr , '\n')" \
	"COLUMNS has the columns of records, in their order"
codes=$(cat parsers/*.c | tr -d '\n\t' | grep -oE '(match_(fact|event)\([a-z&]+, *|beside_(put|event)\(b, *(RECORD_[A-Z]+, *)?|\.(fact|event) = )"[^"]+"' | cut -d'"' -f2)
like "$codes" '^parse\.skipped$' "the parsers' keys and codes are found"
# Those of a table of macros stand last in each.
codes="$codes $(tr -d '\n\t' <parsers/env.c | grep -oE '"[a-z_.]+"\),' | cut -d'"' -f2)"
for code in $codes; do
	grep -qE "^\.It Va (.* )?$code( |\$)|^\.Va $code( |\$)" $RECORDS || echo "$code"
done >"$TMP/missing"
is "$(cat "$TMP/missing")" "" "FACTS and EVENTS have the parsers' keys and codes"
text $RECORDS | awk '/^kind,run,metric,value$/ { on = 1 } /^\.Ed/ { on = 0 } on' >"$TMP/hand.csv"
is "$("$K" summary --format=csv "$TMP/hand.csv" | tail -1 | cut -d, -f4,7)" "time,3" \
	"the records made by hand are three runs"

# Commands and, where it is shown, what they print, one pair of files each.
mkdir "$TMP/clone"
ln -s "$ROOT/samples" "$TMP/clone"
PATH=$(dirname "$K"):$PATH
for page in $PAGE $RECORDS; do
	rm -f "$TMP"/example*
	section "$page" EXAMPLES | awk -v to="$TMP/example" '
		/^\.Bd/ { block = 1; next }
		/^\.Ed/ { block = shown = 0; next }
		block && /^\$ / { shown = sprintf("%s%02d", to, ++n); print substr($0, 3) >shown; next }
		block && shown { print >(shown ".out") }'
	like "$(ls "$TMP")" '^example02$' "$page has examples"
	for example in "$TMP"/example??; do
		(cd "$TMP/clone" && sh -e "$example") >"$TMP/out" 2>"$TMP/err" </dev/null
		is "$? $(grep -v gnuplot "$TMP/err")" "0 " "$(cat "$example")"
		[ ! -e "$example.out" ] || is "$(cat "$TMP/out")" "$(cat "$example.out")" \
			"it prints what the page shows"
	done
done
done_testing
