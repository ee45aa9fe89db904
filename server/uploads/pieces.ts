/** Each piece is parsed at a stretch, and other work of the thread waits so long. */
const pieceBytes = 131_072

/** Bytes in the pieces in which files are read. */
export function* piecesOf(bytes: Uint8Array): Generator<Uint8Array, void, undefined> {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes)
}

/** The same as they would arrive. */
export async function* streamOf(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
  yield* piecesOf(bytes)
}
