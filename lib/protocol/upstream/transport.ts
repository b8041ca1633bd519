// The function that makes an HTTP call. The sample network, shared answers and specs have others.

/** A Cosmos SDK gateway sends this header with every answer: `client/grpc_query.go`. */
export const HEIGHT_HEADER = "grpc-metadata-x-cosmos-block-height";

export interface UpstreamResponse {
  readonly status: number;
  readonly headers: Pick<Headers, "get">;
  readonly body: AsyncIterable<Uint8Array> | null;
  /** The times of the call by our clock, where another process made it. */
  readonly readEarlier?: { readonly askedAtMs: number; readonly receivedAtMs: number };
  /** Called once the answer has its schema's shape: only then may other processes reuse it. */
  readonly accept?: () => void;
}

/** A transport must not follow redirects, and should end the call when the signal aborts. */
export type Transport<Response extends UpstreamResponse = UpstreamResponse> = (
  url: URL,
  init: {
    headers: Record<string, string>;
    signal: AbortSignal;
    /** How old an answer of another process may be. Absent: make the call. */
    maxAgeMs?: number;
  },
) => Promise<Response>;
