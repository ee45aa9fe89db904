/** A piece is parsed in one go, which blocks the thread for that time. */
const pieceBytes = 131_072

export function* piecesOf(bytes: Uint8Array): Generator<Uint8Array, void, undefined> {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes)
}

export async function* streamOf(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
  yield* piecesOf(bytes)
}
