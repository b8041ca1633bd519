// The type of a function that makes an HTTP call. The sample network and the specs replace it.

/** Header with the block height of an answer. Source: Cosmos SDK, `client/grpc_query.go`. */
export const HEIGHT_HEADER = "grpc-metadata-x-cosmos-block-height";

export interface UpstreamResponse {
  readonly status: number;
  readonly headers: Pick<Headers, "get">;
  readonly body: AsyncIterable<Uint8Array> | null;
  /** Times of the call if another process made it, by that process's clock. */
  readonly readEarlier?: { readonly askedAtMs: number; readonly receivedAtMs: number };
  /** Called after the answer matched its schema. Only then may other processes reuse the answer. */
  readonly accept?: () => void;
}

/** A transport must not follow redirects, and should end the call when the signal aborts. */
export type Transport<Response extends UpstreamResponse = UpstreamResponse> = (
  url: URL,
  init: {
    headers: Record<string, string>;
    signal: AbortSignal;
    /** Maximum age, in ms, of another process's answer that may be used instead of a call. */
    maxAgeMs?: number;
  },
) => Promise<Response>;
