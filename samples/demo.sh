#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# demo.sh KBENCHSTAT: two result directories of four boots each, compared, worded, plotted.
set -e
k=$1
here=$(dirname "$0")/demo

show()
{
	echo
	echo "\$ kbenchstat $*"
	"$k" "$@"
}

show compare "$here/before" "$here/after"
show changelog "$here/before" "$here/after"
show report -o demo-out "$here/before" "$here/after"
echo
echo "The report is in demo-out:"
ls demo-out demo-out/plots
