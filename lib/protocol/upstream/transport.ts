// The type of a function that makes an HTTP call. The sample network and the specs replace it.

/** Header with the block height of an answer. Source: Cosmos SDK, `client/grpc_query.go`. */
export const HEIGHT_HEADER = "grpc-metadata-x-cosmos-block-height";

export interface UpstreamResponse {
  readonly status: number;
  readonly headers: Pick<Headers, "get">;
  readonly body: AsyncIterable<Uint8Array> | null;
  /** Times of the call by the other process's clock, if another process made the call. */
  readonly readEarlier?: { readonly askedAtMs: number; readonly receivedAtMs: number };
  /** Called if the answer matches its schema. Other processes may reuse only such an answer. */
  readonly accept?: () => void;
}

/** Makes an HTTP call. Must not follow redirects. Should end the call when the signal aborts. */
export type Transport<Response extends UpstreamResponse = UpstreamResponse> = (
  url: URL,
  init: {
    headers: Record<string, string>;
    signal: AbortSignal;
    /** If above 0, an answer of another process may replace the call, up to this age in ms. */
    maxAgeMs?: number;
  },
) => Promise<Response>;
