// Memory for bytes that are of no use once they are sent. It is used again: V8 collects its whole heap each time that much new memory
// outside of it was taken, and nobody is answered meanwhile.

/** A longer page is rare, and gets memory of its own. */
const LENT_BYTES = 128 * 1024;
/** Kept for the next: more are seldom sent at once. */
const MAX_FREE = 64;

const free: Buffer[] = [];

/** Unwritten memory of this length, and what gives it back. Without that it is collected like other memory. */
export function lendBytes(length: number): { readonly bytes: Buffer; readonly giveBack: () => void } {
  if (length > LENT_BYTES) return { bytes: Buffer.allocUnsafe(length), giveBack: () => undefined };
  const whole = free.pop() ?? Buffer.allocUnsafeSlow(LENT_BYTES);
  const giveBack = () => {
    if (free.length < MAX_FREE) free.push(whole);
  };
  return { bytes: whole.subarray(0, length), giveBack };
}
