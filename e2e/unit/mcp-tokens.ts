// A pessimistic estimate of o200k tokens without its vocabulary: the encoder's own splitting rule, then a price for each piece.
const pieces =
  /[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+('s|'t|'re|'ve|'m|'ll|'d)?|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*('s|'t|'re|'ve|'m|'ll|'d)?|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+/gu;

/** Words of up to 9 letters count 1, longer ones 2 or more; capitals (codes, hex) 1 for each 2; punctuation 1 for each 3. */
export function estimateTokens(text: string): number {
  let tokens = 0;
  for (const [piece] of text.matchAll(pieces)) {
    const core = piece.replace(/^[^\p{L}\p{N}]/u, "");
    if (/^\p{N}+$/u.test(piece)) tokens += 1;
    else if (/^\p{Lu}{2,}/u.test(core)) tokens += Math.ceil(core.length / 2);
    else if (/\p{L}/u.test(piece)) tokens += Math.ceil(core.length / 9);
    else tokens += Math.ceil(piece.trim().length / 3) || 1;
  }
  return tokens;
}
