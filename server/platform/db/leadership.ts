import pg from 'pg'

/** At most one process leads. Work of a leader must survive two for a moment: a cut connection is noticed late. */
export type Leadership = {
  leads(): boolean
  stop(): Promise<void>
}

const everyMs = 2_000
const answersWithinMs = 5_000
/** Of one database: processes of other installations on the server have their own. */
const lock = 4_019_326

/**
 * The lock belongs to a transaction that stays open, so it ends with the connection, and a pooler cannot lend the connection
 * meanwhile. `onLead` is called each time this process begins to lead.
 */
export const seekLeadership = (url: string, onLead: () => void): Leadership => {
  let client: pg.Client | undefined
  let isLeading = false
  let isStopped = false
  let timer: NodeJS.Timeout | undefined

  const drop = async (dropped: pg.Client): Promise<void> => {
    if (client === dropped) {
      client = undefined
      isLeading = false
    }
    await dropped.end().catch(() => undefined)
  }
  const connect = async (): Promise<pg.Client> => {
    const connecting = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: answersWithinMs,
      query_timeout: answersWithinMs,
      keepAlive: true,
    })
    connecting.on('error', () => void drop(connecting))
    connecting.on('end', () => void drop(connecting))
    await connecting.connect()
    client = connecting
    return connecting
  }
  const attempt = async (): Promise<void> => {
    const connection = client ?? (await connect())
    try {
      if (isLeading) {
        await connection.query('select 1')
        return
      }
      await connection.query('begin; set local idle_in_transaction_session_timeout = 0')
      const { rows } = await connection.query<{ leads: boolean }>(
        'select pg_try_advisory_xact_lock($1) as leads',
        [lock],
      )
      if (rows[0]?.leads !== true) await connection.query('rollback')
      else if (client === connection && !isStopped) {
        isLeading = true
        onLead()
      }
    } catch {
      await drop(connection)
    }
  }
  let attempting: Promise<void> = Promise.resolve()
  const seek = (): void => {
    attempting = attempt()
      // An unavailable database is in the log already.
      .catch(() => undefined)
      .finally(() => {
        if (!isStopped) timer = setTimeout(seek, everyMs).unref()
      })
  }
  seek()

  return {
    leads: () => isLeading,
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      await attempting
      if (client) await drop(client)
    },
  }
}

/** The embedded database has one process. */
export const leadAlone = (onLead: () => void): Leadership => {
  onLead()
  return { leads: () => true, stop: () => Promise.resolve() }
}
