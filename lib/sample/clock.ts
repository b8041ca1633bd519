// The clock of all chains. Block n has the time n × block seconds since 1970, so every height follows from an instant.
import { PROTOCOL_BLOCK_SECONDS } from "../protocol/values/chains.ts";

const BLOCK_MS = PROTOCOL_BLOCK_SECONDS * 1000;

export const BLOCKS_A_DAY = 86_400_000 / BLOCK_MS;

/** Epoch milliseconds → height of the newest protocol block. */
export function heightAt(nowMs: number): number {
  return Math.floor(nowMs / BLOCK_MS);
}

/** Height → epoch milliseconds of that block. */
export function blockTimeMs(height: number): number {
  return height * BLOCK_MS;
}

/** Height of the first block of the UTC day that `height` is in. */
export function dayStart(height: number): number {
  return height - (height % BLOCKS_A_DAY);
}

/** Height of an external chain whose blocks take `blockSeconds`, at the time of a protocol block. */
export function externalHeight(height: number, blockSeconds: number): number {
  return Math.floor(blockTimeMs(height) / Math.round(blockSeconds * 1000));
}
