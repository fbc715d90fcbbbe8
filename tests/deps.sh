#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# deps.sh PACKAGE...: installs those Debian packages that are not there yet, saying what it does.
# Without apt-get, names what is needed and leaves the rest to the user.

if ! command -v apt-get >/dev/null 2>&1; then
	cat <<-EOF
	There is no apt-get here. What is needed, by Debian's names:
	  $*
	EOF
	exit 0
fi
missing=
for p in "$@"; do
	case $(dpkg-query -W -f='${db:Status-Status}' "$p" 2>/dev/null) in
	installed) ;;
	*) missing="$missing $p" ;;
	esac
done
[ -n "$missing" ] || exit 0
sudo=
[ "$(id -u)" -eq 0 ] || sudo=sudo
install="$sudo apt-get install -y --no-install-recommends$missing"
echo "$install"
DEBIAN_FRONTEND=noninteractive
export DEBIAN_FRONTEND
# An old list of packages is brought up to date only when it has to be.
$install >/dev/null 2>&1 || { $sudo apt-get update -q && $install; }
