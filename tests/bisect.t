#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# git bisect run finds the commit that made a benchmark slower, past one whose kernel crashes and one
# that is too noisy to tell, and stops where the comparison cannot be made at all.
. tests/lib.sh
cd "$TMP" || exit 1
export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1 K

# commit NAME TIME...: a kernel whose boots take these times; without one it crashes
commit()
{
	name=$1
	shift
	echo "$*" >times
	git add times
	git commit -q -m "$name"
	git tag "$name"
}

git init -q -b main tree
cd tree || exit 1
commit c01 1000 1010 990 1005
commit c02 1001 1009 991 1006
commit c03 1002 1008 992 1004
commit c04 999 1011 989 1007
commit c05 1003 1012 993 1001
commit c06 700 1500 900 1250
commit c07
commit c08 1001 1012 994 1003
commit c09 1200 1215 1190 1207
commit c10 1201 1214 1191 1206
commit c11 1202 1213 1192 1205
commit c12 1203 1212 1193 1204

# A boot is a log; the panic of one that crashed has no result.
cat >../boot-all <<'EOS'
#!/bin/sh
rm -rf ../new
mkdir ../new
n=0
for time in $(cat times) panic; do
	n=$((n + 1))
	{
		echo "[    0.000000] Linux version 6.1.0-$(git rev-parse --short HEAD) (a@b) (gcc 12) #1 SMP"
		if [ "$time" != panic ]; then
			echo "[    9.000000] Total time taken by all kfree'ers: $time ns, loops: 10"
		elif [ $n -eq 1 ]; then
			echo "[    1.000000] Kernel panic - not syncing: Fatal exception"
		fi
	} >../new/boot-$n.log
done
[ $n -eq 1 ] || rm ../new/boot-$n.log
git rev-parse HEAD >>../tested
EOS
cat >../step <<'EOS'
#!/bin/sh
sh ../boot-all || exit 125
exec "$K" compare --fail-on=regression:5% "${GOOD:-../good.csv}" ../new
EOS
git checkout -q c01
sh ../boot-all
"$K" parse ../new >../good.csv
# status NAME: of the step at a commit
status()
{
	git checkout -q "$1"
	sh ../step >../out 2>&1
	is "$?" "$2" "$1: $3"
}
status c02 0 "as fast is good"
status c06 125 "too noisy to tell is skipped"
status c07 125 "a crash is skipped"
status c09 1 "slower is bad"
GOOD=../missing.csv
export GOOD
status c09 129 "a base that is not there stops the search"
unset GOOD

# bisect BAD GOOD: which commit is named the first bad one
bisect()
{
	git bisect reset >/dev/null 2>&1
	git bisect start "$1" "$2" >/dev/null 2>&1
	: >../tested
	git bisect run sh ../step >../bisect.out 2>&1
	rc=$?
	first=$(sed -n 's/^\([0-9a-f]*\) is the first bad commit$/\1/p' ../bisect.out)
	first=${first:+$(git describe --tags --exact-match "$first")}
}
bisect c12 c01
is "$rc $first" "0 c09" "the first slow commit is found"
like "$(git bisect log)" "^# skip: .* c06" "past the noisy one"
like "$(git bisect log)" "^# skip: .* c07" "and the one that crashes"
bisect c11 c03
is "$rc $first" "0 c09" "and from another start"
GOOD=../missing.csv
export GOOD
bisect c12 c01
is "$first" "" "where nothing can be compared nothing is found"
is "$(wc -l <../tested)" 1 "and the search stops at once"
done_testing
