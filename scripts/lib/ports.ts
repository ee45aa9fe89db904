import { once } from 'node:events'
import { createServer } from 'node:net'

export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

/** Whether a server can listen on a port; only a used or forbidden port counts as not free. */
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
