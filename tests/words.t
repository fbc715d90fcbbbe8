#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# What no output may claim: a large p proves nothing.
. tests/lib.sh

claims='no difference|identical|no regression|no change|unchanged|statistically|significant'
is "$(grep -nEi "$claims" tests/cases/*.out)" "" "no output claims what no test can show"
is "$(grep -nE '"[^"]*"' report/*.c cli/*.c | grep -v ':[[:space:]]*/\?\*' | grep -Ei "\"[^\"]*($claims)[^\"]*\"")" "" \
	"and no text of the program does"
same=$(grep -l 'SAME within' tests/cases/*.out | sed 's/out$/cmd/')
is "$(grep -L -e --margin $same)" "" "SAME is said with --margin alone"
like "$(cat $same)" 'margin=' "which some case has"
done_testing
