import pg from 'pg'

/** How many connections a server allows ordinary users; null behind a pooler, which shares them out. */
export const allowedConnections = async (url: string): Promise<number | null> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rows } = await client.query<{ pid: number; allowed: number }>(`
      select pg_backend_pid() as pid, current_setting('max_connections')::int
        - current_setting('superuser_reserved_connections')::int
        - coalesce(current_setting('reserved_connections', true)::int, 0) as allowed`)
    const [row] = rows
    // A pooler names its client, not the server's process.
    const named = 'processID' in client ? client.processID : undefined
    return row === undefined || row.pid !== named ? null : row.allowed
  } finally {
    await client.end()
  }
}
