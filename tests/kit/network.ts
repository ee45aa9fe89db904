import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'

/**
 * shaped: a round-trip time in ms and bytes per ms each way, shared by all connections. silent: accepts and never answers (a
 * black hole). refused: no listener.
 */
export type Quality =
  | 'free'
  | 'silent'
  | 'refused'
  | { roundTripMs: number; downPerMs: number; upPerMs: number; lose?: Lose }

/** 'POST /api/lists': before the server receives the request, or after its answer and before the browser receives it. */
export type Lose = (request: string) => 'before' | 'after' | undefined

/** Slow 4G by its usual definition: 400 ms, 1.6 and 0.75 Mbit/s. */
export const slow4g: Quality = { roundTripMs: 400, downPerMs: 200, upPerMs: 94 }

export type Line = {
  port: number
  /** Applies to new connections; cuts the existing ones. */
  become: (quality: Quality) => Promise<void>
  close: () => Promise<void>
}

/**
 * A TCP proxy to the port `target` of this machine. The browser throttles each target separately, so a service worker and its
 * page would not share the bandwidth; here they do.
 */
export async function openLine(target: () => number): Promise<Line> {
  const open = new Set<Socket>()
  let quality: Quality = 'free'
  let lanes = { down: laneOf(Infinity), up: laneOf(Infinity) }
  let server: Server | null = null
  const accept = (browser: Socket): void => {
    hold(open, browser)
    if (quality === 'silent') return void browser.resume()
    const far = connect(target(), '127.0.0.1')
    hold(open, far)
    const trip = typeof quality === 'object' ? quality.roundTripMs / 2 : 0
    if (typeof quality === 'object' && quality.lose) cutSome(browser, far, quality.lose)
    // This machine completes the handshake at once; a remote server needs a round trip.
    carry(browser, far, lanes.up, trip, trip * 2)
    carry(far, browser, lanes.down, trip, 0)
  }
  const listen = async (port: number): Promise<void> => {
    server = createServer({ noDelay: true }, accept).listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  const hangUp = async (): Promise<void> => {
    for (const socket of open) socket.destroy()
    const closing = server
    server = null
    if (closing) await new Promise((done) => closing.close(done))
  }
  await listen(0)
  const port = portOf(server)
  return {
    port,
    become: async (next) => {
      await hangUp()
      quality = next
      lanes =
        typeof next === 'object'
          ? { down: laneOf(next.downPerMs), up: laneOf(next.upPerMs) }
          : { down: laneOf(Infinity), up: laneOf(Infinity) }
      if (next !== 'refused') await listen(port)
    },
    close: hangUp,
  }
}

/** Decides before data passes. On HTTP/1.1, browsers send requests in sequence over a connection, each beginning with its own chunk. */
function cutSome(browser: Socket, far: Socket, lose: Lose): void {
  const cut = (): void => {
    browser.destroy()
    far.destroy()
  }
  let fate: ReturnType<Lose>
  browser.on('data', (piece: Buffer) => {
    const request = /^([A-Z]+ \S+) HTTP\/1\.1\r\n/.exec(piece.toString('latin1'))?.[1]
    if (request !== undefined) fate = lose(request)
    if (fate === 'before') cut()
  })
  far.on('data', () => {
    if (fate === 'after') cut()
  })
}

type Lane = (bytes: number) => number

function laneOf(perMs: number): Lane {
  let free = 0
  return (bytes) => {
    free = Math.max(free, performance.now()) + bytes / perMs
    return free
  }
}

const PIECE = 4_096

function carry(from: Socket, to: Socket, lane: Lane, tripMs: number, firstMs: number): void {
  const earliest = performance.now() + firstMs
  const onTheWay: { at: number; arrive: () => void }[] = []
  // A single timer for the first piece: with a timer each, rounded to the millisecond, a body sometimes overtakes its head.
  const deliver = (): void => {
    while (onTheWay[0] !== undefined && onTheWay[0].at <= performance.now())
      onTheWay.shift()?.arrive()
    if (onTheWay[0] !== undefined)
      setTimeout(deliver, Math.ceil(onTheWay[0].at - performance.now()))
  }
  const send = (at: number, arrive: () => void): void => {
    if (onTheWay.push({ at: Math.max(at, earliest), arrive }) === 1) deliver()
  }
  from.on('data', (chunk: Buffer) => {
    for (let at = 0; at < chunk.length; at += PIECE) {
      const piece = chunk.subarray(at, at + PIECE)
      send(lane(piece.length) + tripMs, () => void (to.writable && to.write(piece)))
    }
  })
  from.on('end', () => send(0, () => to.end()))
}

function hold(open: Set<Socket>, socket: Socket): void {
  open.add(socket)
  socket.setNoDelay(true)
  socket.on('error', () => socket.destroy())
  socket.on('close', () => open.delete(socket))
}

function portOf(server: Server | null): number {
  const address = server?.address()
  if (typeof address !== 'object' || !address) throw new Error('the line has no port')
  return address.port
}
