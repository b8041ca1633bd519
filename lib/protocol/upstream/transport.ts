// What makes a call. The sample network, shared answers and specs bring transports of their own.

/** A Cosmos SDK gateway sends it with every answer: `client/grpc_query.go`. */
export const HEIGHT_HEADER = "grpc-metadata-x-cosmos-block-height";

export interface UpstreamResponse {
  readonly status: number;
  readonly headers: Pick<Headers, "get">;
  readonly body: AsyncIterable<Uint8Array> | null;
  /** Set where another process made the call. Times by our clock. */
  readonly readEarlier?: { readonly askedAtMs: number; readonly receivedAtMs: number };
  /** Called once the answer has its schema's shape: only then may other processes reuse it. */
  readonly accept?: () => void;
}

/** It must not follow redirects, and should end the call when the signal aborts. */
export type Transport<Response extends UpstreamResponse = UpstreamResponse> = (
  url: URL,
  init: {
    headers: Record<string, string>;
    signal: AbortSignal;
    /** Oldest answer of another process that will do. Absent: make the call. */
    maxAgeMs?: number;
  },
) => Promise<Response>;
