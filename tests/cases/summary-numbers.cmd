printf '50\n200\n150\n400\n750\n400\n150\n' >"$T/iguana"
printf '150\n400\n720\n500\n930\n' >"$T/chameleon"
cd "$T"
kbenchstat summary iguana chameleon
kbenchstat compare iguana chameleon
