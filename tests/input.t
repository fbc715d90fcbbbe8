#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# What can be opened: compressed files, archives, UTF-16; and what is said of the rest.
. tests/lib.sh

cd "$TMP" || exit 1
line()
{
	printf "[%5d.%06d] Total time taken by all kfree'ers: %s ns, loops: 10, batches: %s\n" "$1" "$2" "$3" "$4"
}
banner()
{
	printf '[    0.000000] Linux version 6.1.0 (a@b) (gcc 12) #1 SMP\n'
}
# results PATH...: "run file value" of each time
results()
{
	"$K" parse "$@" 2>err | field metric run file value | sed -n 's/^time|//p' | tr '\n' ' '
}
# pack KIND: standard input, compressed
pack()
{
	python3 -c '
import sys, gzip, bz2, lzma
data = sys.stdin.buffer.read()
sys.stdout.buffer.write({"gz": gzip, "bz2": bz2, "xz": lzma}[sys.argv[1]].compress(data))' "$1"
}

{ banner; line 20 1 5000 7; } >plain.log
for kind in gz bz2 xz; do
	pack $kind <plain.log >"log.$kind"
	is "$(results "log.$kind")" "1|log.$kind|5000 " "$kind is read"
	is "$("$K" parse <"log.$kind" | cut -d, -f1,2,3,5- | cat)" "$("$K" parse plain.log | cut -d, -f1,2,3,5-)" "from standard input, too"
	cp "log.$kind" oddly.named
	is "$(results oddly.named)" "1|oddly.named|5000 " "whatever its name"
	mkdir "dir.$kind"
	cp "log.$kind" "dir.$kind/dmesg.$kind"
	cp plain.log "dir.$kind/console.log"
	is "$(results "dir.$kind")" "1|dir.$kind/console.log|5000 " "and is one boot with the plain files of its directory"
done
# "1234.5\n", packed by zstd(1) and lz4(1)
printf '\050\265\057\375\004\130\071\000\000\061\062\063\064\056\065\012\001\353\354\270' >numbers.zst
printf '\004\042\115\030\144\100\247\007\000\000\200\061\062\063\064\056\065\012\000\000\000\000\116\240\332\101' >numbers.lz4
for kind in zst lz4; do
	is "$("$K" parse numbers.$kind | field format value)" "numbers|1234.5" "$kind is read"
done
cat log.gz log.gz >twice.gz
is "$(results twice.gz)" "1|twice.gz|5000 2|twice.gz|5000 " "what is appended to a .gz is read as well"
"$K" parse plain.log >records.csv
pack gz <records.csv >records.gz
is "$("$K" parse records.gz)" "$("$K" parse records.csv)" "records may be compressed"
: | pack gz >empty.gz
run "$K" parse empty.gz
is "$rc" 2 "nothing, compressed, is no result"
like "$err" "empty.gz: no result in 0 lines$|no benchmark result in 'empty.gz'" "as is said"
unlike "$err" "truncated|corrupt" "and nothing else"
ln -s nowhere dangling
run "$K" parse dangling
is "$rc $err" "2 kbenchstat: dangling: a link to a file that is not there" "a link to nothing is no missing name"
run "$K" parse ''
is "$rc $err" "2 kbenchstat: '': No such file or directory" "nor is no name at all shown as nothing"

# --- damage ---
for i in $(seq 200); do line $((i * 20)) 1 "$((5000 + i))" 7; done | sed "1i $(banner)" >many.log
pack gz <many.log >many.gz
for cut in 1 8 9; do
	head -c -$cut many.gz >cut.gz
	run "$K" compare cut.gz plain.log
	is "$rc" 2 "a .gz that lacks $cut bytes is an error"
	like "$err" "^kbenchstat: cut\.gz: gzip: truncated$" "that names the file"
	is "$out" "" "and no table comes of it"
done
head -c 1000 many.gz >cut.gz
"$K" parse cut.gz 2>err >out
is "$?" 2 "so is one of which half is there"
n=$(field metric value <out | grep -c '^time|')
[ "$n" -gt 10 ] && [ "$n" -lt 200 ]
ok $? "what comes before the fault is read"
is "$(field metric value <out | sed -n 's/^time|//p')" "$(seq 5001 $((5000 + n)))" "whole lines alone"
for kind in bz2 xz; do
	pack $kind <many.log | head -c 400 >"cut.$kind"
	run "$K" parse "cut.$kind"
	is "$rc $(echo "$err" | head -1)" "2 kbenchstat: cut.$kind: $(echo $kind | sed s/bz/bzip/): truncated or corrupt" "a cut .$kind is said in the same words"
done
for kind in gz bz2 xz; do
	pack $kind <many.log >"flip.$kind"
	python3 -c '
import sys
data = bytearray(open(sys.argv[1], "rb").read())
data[len(data) // 2] ^= 16
open(sys.argv[1], "wb").write(data)' "flip.$kind"
	run "$K" parse "flip.$kind"
	is "$rc" 2 "one bit that is another in a .$kind is an error"
	like "$err" "^kbenchstat: flip\.$kind: [a-z0-9]+: " "that names the file"
	{ cat "log.$kind"; echo garbage; } >"tail.$kind"
	run "$K" parse "tail.$kind"
	is "$rc" 2 "so are other bytes behind the end of a .$kind"
done
mkdir some
cp many.gz some/a.gz
head -c 500 many.gz >some/b.gz
cp plain.log some/c.log
run "$K" parse some
is "$rc" 2 "and so is one among others"
is "$(printf '%s\n' "$out" | field metric file value | grep -c '^time|some/[ac]\.')" 201 "which are read all the same"
head -c 300000000 /dev/zero | pack xz >bomb.xz
run "$K" parse bomb.xz
is "$rc" 2 "what grows beyond reason"
like "$err" "^kbenchstat: bomb\.xz: xz: more than 1000 times its size when unpacked: unpack it by hand" "is an error"
pack gz <log.gz >double.gz
run "$K" parse double.gz
is "$rc" 2 "what is compressed twice"
like "$err" "double\.gz: compressed more than once: unpack it first" "is told what it is"
echo "BZh is how the mail begins, and 1234.5 is no result" >bzh
run "$K" parse bzh
like "$err" "bzh: no result in 1 line: 'BZh is how" "a text may begin as compressed ones do"

# --- archives ---
mkdir tree tree/boot-1 tree/boot-2 tree/boot-10 tree/.git
for i in 1 2 10; do { banner; line 20 "$i" "500$i" 7; } >tree/boot-$i/console.log; done
{ banner; line 20 1 5001 7; } >tree/boot-1/dmesg.txt
line 20 9 4000 7 >tree/.git/log
line 20 9 4000 7 >tree/.hidden
line 20 9 3000 7 >tree/extra
ln -s extra tree/link
tar cf a.tar tree/boot-10 tree/extra tree/link tree/.git tree/.hidden tree/boot-2 tree/boot-1
for from in "a.tar" "a.tar.gz" "a.tar.xz" "stdin"; do
	case $from in
	a.tar.*) pack "${from#a.tar.}" <a.tar >$from ;;
	esac
	case $from in
	stdin) "$K" parse - <a.tar >out 2>err ;;
	*) "$K" parse $from >out 2>err ;;
	esac
	is "$(field metric run file value <out | sed -n 's/^time|//p')" "1|$from/tree/boot-1/console.log|5001
2|$from/tree/boot-2/console.log|5002
3|$from/tree/boot-10/console.log|50010
4|$from/tree/extra|3000" "$from: natural order, one run a directory, no hidden names, no links"
	like "$(cat err)" "$from/tree/boot-1/dmesg.txt: warning: byte for byte the same" "and one boot counts once"
	like "$(cat err)" "^kbenchstat: $from: note: tar: a link: left out: 'tree/link'$" "and a link is said"
done
python3 - <<'PY'
import io, tarfile
def tar(name, members):
    with tarfile.open(name, "w") as t:
        for path, data in members:
            info = tarfile.TarInfo(path)
            info.size = len(data)
            t.addfile(info, io.BytesIO(data))
good = b"Total time taken by all kfree'ers: 5000 ns, loops: 10, batches: 7\n"
other = good.replace(b"5000", b"6000")
tar("odd.tar", [("../up", good), ("/abs/olute", good), ("./a//b", other), ("c/../d", good),
                ("x" * 300 + "/y", good.replace(b"5000", b"7000"))])
tar("again.tar", [("a", good), ("b", good), ("a", other)])
tar("many.tar", [("%d" % i, b"") for i in range(65537)])
tar("inner.tar", [("in.tar", open("again.tar", "rb").read())])
tar("member.tar", [("log.gz", open("log.gz", "rb").read())])
tar("program.tar", [("vmlinux", b"\x7fELF" + b"\0" * 100000), ("log", good)])
with open("large.tar", "wb") as f:
    info = tarfile.TarInfo("large")
    info.size = 300 << 20
    f.write(info.tobuf())
    f.truncate((300 << 20) + 2048)
PY
is "$(results o=odd.tar | tr ' ' '\n' | sed 's/x*x/x/' | tr '\n' ' ')" "1|odd.tar/a/b|6000 2|odd.tar/abs/olute|5000 3|odd.tar/x/y|7000 " \
	"paths are names and nothing else, and .. is left out"
"$K" parse odd.tar 2>err >out
is "$(grep "'\.\." err)" "kbenchstat: odd.tar: note: tar: a path with '..': left out: '../up'
kbenchstat: odd.tar: note: tar: a path with '..': left out: 'c/../d'" "as is said"
is "$(results again.tar)" "1|again.tar/a|6000 2|again.tar/b|5000 " "of two members of one name the later one counts"
is "$(results member.tar)" "1|member.tar/log.gz|5000 " "members may be compressed"
is "$(results program.tar)" "1|program.tar/log|5000 " "a kernel among the logs"
like "$(cat err)" "program\.tar/vmlinux: note: a program \(ELF\), no text: left out" "is left out, as is said"
run "$K" parse inner.tar
is "$rc" 2 "an archive in an archive is no result"
like "$err" "inner\.tar/in\.tar: note: an archive in an archive: left out" "as is said"
for big in "many|more than 65536 members" "large|more than 256 MiB of files"; do
	run "$K" parse "${big%|*}.tar"
	is "$rc" 2 "${big#*|} is an error"
	like "$err" "^kbenchstat: ${big%|*}\.tar: tar: ${big#*|}: unpack it into a directory$" "that says what to do"
done
head -c 6000 a.tar >cut.tar
run "$K" parse cut.tar
is "$rc" 2 "an archive that is cut off is an error"
like "$err" "^kbenchstat: cut\.tar: tar: " "that names the file"
run "$K" parse -o a.tar a.tar
like "$err" "input file is output file" "an archive that would be overwritten is not read"
[ ! -e ../up ] && [ ! -e up ]
ok $? "nothing is written anywhere"

# --- encodings ---
for enc in utf-16 utf-16-le utf-16-be; do
	python3 -c '
import sys
sys.stdout.buffer.write(open("plain.log").read().replace("\n", "\r\n").encode(sys.argv[1]))' $enc >"log.$enc"
	is "$(results "log.$enc")" "1|log.$enc|5000 " "$enc is read"
done
{ printf '\376\377'; cat log.utf-16-be; } >mark.be
is "$(results mark.be)" "1|mark.be|5000 " "with a mark of either order"
pack gz <log.utf-16 >utf16.gz
is "$(results utf16.gz)" "1|utf16.gz|5000 " "and compressed"
{ printf '\357\273\277'; cat plain.log; } >mark.log
is "$(results mark.log)" "1|mark.log|5000 " "a mark of UTF-8 is none of the text"
python3 -c '
import sys
open("label", "wb").write("# \u00e9 \U0001f600 line\nLinux caf\u00e9 \U0001f600 \ud800 x\n".encode("utf-16-le", "surrogatepass"))'
run "$K" parse label
like "$err" "label: no result in 2 lines: '# é 😀 line', 'Linux café 😀 � x'$" "with all its characters"

# --- no text ---
# file, its first bytes, what is said
while IFS='|' read -r file bytes said; do
	printf "$bytes" >"$file"
	run "$K" parse "$file"
	is "$rc" 2 "$file is no log"
	like "$err" "^kbenchstat: $file: $said" "and is told as what it is"
done <<'END'
program|\177ELF\002\001\001|a program \(ELF\), no text
image|\211PNG\r\n\032\n\000\000|an image \(PNG\), no text
zip|PK\003\004\024\000|a zip archive: unpack it first
journal|LPKSHHRH\000\000|a binary journal: journalctl --file shows it as text
perf.data|PERFILE2\150\000|data of perf: perf script shows it as text
END
mkdir mixed
cp program image plain.log mixed
run "$K" parse mixed
is "$rc" 0 "such files beside a log do no harm"
is "$(printf '%s\n' "$err" | grep -c 'note: .* no text: left out')" 2 "as is said of each"
head -c 5000 /dev/zero >nuls
run "$K" parse nuls
like "$err" "^kbenchstat: nuls: no result in 1 line, most of it NUL bytes$" "NUL bytes are told as such"
{ head -c 4096 /dev/zero; echo; cat plain.log; } >crash
is "$(results crash)" "1|crash|5000 " "but the log behind them is read"

# --- nothing found ---
printf '\n\nfirst\n  second  \n\nthird\nfourth\n' >none
echo other >none2
run "$K" compare none none2 plain.log
is "$rc" 2 "files without a result are an error"
like "$err" "^kbenchstat: none: no result in 7 lines: 'first', 'second', 'third' \.\.\.$" "with the lines that each begins with"
like "$err" "^kbenchstat: none2: no result in 1 line: 'other'$" "file by file"
like "$err" "no benchmark result in 'none' \(1 file read, 0 lines skipped\)" "and the path"
mkdir several
for i in 1 2 3 4 5 6 7; do echo "text $i" >several/$i; done
run "$K" parse several
is "$(printf '%s\n' "$err" | grep -c '^kbenchstat: several/[1-5]: no result in 1 line: ')" 5 "five files of a directory are named"
like "$err" "^kbenchstat: and 2 more files without a result$" "and the others counted"
cp plain.log several
run "$K" parse several
is "$rc" 0 "where one has a result"
is "$(printf '%s\n' "$err" | grep -c '^kbenchstat: several/[1-5]: note: no result in 1 line: ')" 5 "the others are noted"
is "$("$K" parse --quiet several 2>&1 >out)" "" "unless notes are not wanted"
done_testing
