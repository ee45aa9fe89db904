import { once } from 'node:events'
import { createServer } from 'node:net'

/** A port of this machine that nobody listens on at the moment. */
export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

/** Whether a server could listen there; only a port in use or forbidden counts against it. */
export const portIsFree = async (port: number, host: string): Promise<boolean> => {
  if (port === 0) return true
  const server = createServer().listen({ port, host, exclusive: true })
  try {
    await once(server, 'listening')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    return code !== 'EADDRINUSE' && code !== 'EACCES'
  }
  server.close()
  await once(server, 'close')
  return true
}
