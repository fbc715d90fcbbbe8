/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "parsers/emit.h"

/*
 * cryptsetup benchmark, which measures the kernel's ciphers:
 *
 *   PBKDF2-sha256     228348 iterations per second for 256-bit key
 *   #     Algorithm |       Key |      Encryption |      Decryption
 *           aes-cbc        128b        24.4 MiB/s        27.3 MiB/s
 *       serpent-cbc        128b               N/A               N/A
 *
 * How much work argon2 may do in a given time is no result.
 */

static const struct metric metrics[] = {
	{ .group = "encryption", .name = "encryption", .unit = "MiB/s", .better = BETTER_HIGHER },
	{ .group = "decryption", .name = "decryption", .unit = "MiB/s", .better = BETTER_HIGHER },
	{ .group = "rate", .name = "rate", .unit = "iterations/s", .better = BETTER_HIGHER },
	{ 0 },
};

static const struct rule rules[] = {
	{ .literal = " iterations per second for ",
	  .pattern = "^\\s*(?<p_algorithm>PBKDF2-\\w+)\\s+(?<rate>\\d+) iterations per second for "
		     "(?<p_key_bits>\\d+)-bit key\\s*$",
	  .metrics = metrics },
	{ .literal = "Encryption |",
	  .single = true,
	  .name = "head",
	  .pattern = "^#?\\s*#?\\s*Algorithm \\|\\s+Key \\|\\s+Encryption \\|\\s+Decryption\\s*$" },
	{ .after = "head",
	  .gap = 2,
	  .pattern = "^\\s*(?<p_algorithm>[a-z]\\w*(?:[-,(]\\w+\\)?)+)\\s+(?<p_key_bits>\\d+)b\\s+"
		     "(?:(?<encryption>\\d+\\.\\d+) MiB/s|N/A)\\s+"
		     "(?:(?<decryption>\\d+\\.\\d+) MiB/s|N/A)\\s*$",
	  .metrics = metrics },
	{ .after = "head",
	  .gap = 2,
	  .pattern = "^\\s*[a-z][\\w,()-]+\\s+\\d+b\\s+\\d",
	  .emit = emit_odd },
};

const struct format format_cryptsetup = {
	.name = "cryptsetup",
	.summary = "cryptsetup benchmark: encryption, decryption and key derivation, by algorithm",
	.example = "PBKDF2-sha256     228348 iterations per second for 256-bit key",
	RULES(rules),
};
