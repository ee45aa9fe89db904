export type Variables = Record<string, string | undefined>

export type CrmEmulatorOptions = {
  /** Absent: everything is in memory. */
  dataFolder?: string | undefined
  /** 0 or absent: any free port. Listens on this machine only. */
  port?: number | undefined
  env?: Variables | undefined
  /** ms since 1970. */
  now?: (() => number) | undefined
  /** For faults that last; real by default. */
  wait?: ((ms: number) => Promise<void>) | undefined
  seed?: 'empty' | 'demo' | undefined
  /** Added to the seed; `object` and the names of values are the CRM's. */
  seedRecords?: readonly SeedRecord[] | undefined
  /** Asked at every call that no fault in effect affects. */
  drawFault?: DrawFault | undefined
}

export type DrawFault = (call: {
  method: string
  url: string
  isTokenCall: boolean
}) => CrmFault | undefined

export type SeedRecord = { object: string; values: Record<string, unknown> }

export type RecordSource = 'seed' | 'api' | 'user'

export type CrmRecord = {
  id: string
  /** The CRM's own name of the object. */
  object: string
  values: Record<string, unknown>
  isDeleted: boolean
  mergedInto: string | null
  source: RecordSource
  /** ms since 1970. */
  createdAt: number
  updatedAt: number
}

export type CrmActivity = {
  id: string
  /** The CRM's own name of the object. */
  object: string
  subject: string
  /** As the CRM stores it, HTML where it does. */
  text: string
  /** ids of records. */
  company: string | null
  person: string | null
  values: Record<string, unknown>
  createdAt: number
  updatedAt: number
}

type Scope = {
  /** A part of the path of affected calls; absent: all calls of the API, tokens excepted. */
  path?: string | undefined
  method?: string | undefined
  times?: number | undefined
}

export type FaultBody = 'json' | 'html' | 'empty' | { json: object }

/** The newest that fits a call wins. */
export type CrmFault = Scope &
  (
    | {
        /** Serves, and answers `ms` later. */
        kind: 'late'
        ms: number
      }
    | {
        /** Serves, and cuts the connection instead of answering. */
        kind: 'lost'
      }
    | {
        /** Serves, and cuts the connection in the middle of the answer's body. */
        kind: 'cut'
      }
    | {
        /** Does not serve; 503 by default. */
        kind: 'failing'
        status?: number
        body?: FaultBody
      }
    | {
        /** Serves, then answers this; 500 by default. */
        kind: 'committed-then-500'
        status?: number
        body?: FaultBody
      }
    | {
        /** Cuts the connection at once, and serves `ms` later. */
        kind: 'late-commit'
        ms: number
      }
    | {
        /** Cuts the connection without serving. */
        kind: 'reset'
      }
    | {
        /** Serves when the fault ends. */
        kind: 'hanging'
      }
    | {
        /** Writes so many rows of a batch, then answers 500. */
        kind: 'half-batch'
        rows: number
      }
    | {
        /** The row of a batch with this index gets the CRM's error with this code. */
        kind: 'row-fails'
        row: number
        code: string
      }
    | {
        /** Refuses as the CRM does when its limit is reached. */
        kind: 'throttle'
        limit?: 'calls' | 'budget'
      }
    | {
        /** What is left of the daily budget, in the CRM's unit. Acts at once. */
        kind: 'budget'
        left: number
      }
    | {
        /** A row is locked for now. */
        kind: 'locked'
      }
    | {
        /** All access tokens expire. Acts at once. */
        kind: 'expire'
      }
    | {
        /** The search index is so far behind, until the fault ends. */
        kind: 'lag'
        ms: number
      }
    | {
        /** Changes a field's definition at once; `retire` ends one of its options. */
        kind: 'schema'
        object: string
        field: string
        change: 'remove' | 'require' | 'read-only' | 'retire'
        option?: string
      }
    | {
        /** The address of the API changes with the next token. Acts at once. */
        kind: 'move'
      }
  )

export type CrmFaults = {
  /** Returns the fault's end. */
  begin: (fault: CrmFault) => () => void
  clear: () => void
}

export type CrmAudit = {
  /** Live records made by the API that share the CRM's key or email or domain with another of theirs. */
  doubles: number
  /** Calls while the CRM had asked to wait. */
  early: number
  /** Deletions by the API. */
  deletes: number
  /** Tokens or secrets in addresses. */
  secrets: number
  /** By method and path, ids left out. */
  calls: Record<string, number>
}

export type CrmEmulator = {
  url: string
  /** What the connector's `open` takes. */
  settings: { clientId: string; clientSecret: string; origins: Record<string, string> }
  faults: CrmFaults
  /** ms since 1970. */
  now: () => number
  advance: (ms: number) => void
  records: () => readonly CrmRecord[]
  activities: () => readonly CrmActivity[]
  /** What a person in the CRM does. */
  user: {
    /** Returns the record's id. */
    add: (object: string, values: Record<string, unknown>) => string
    edit: (id: string, values: Record<string, unknown>) => void
    remove: (id: string) => void
    /** The lost record's id leads to the survivor, as far as the CRM does so. */
    merge: (lost: string, survivor: string) => void
    /** Removes the app from the account. */
    revoke: () => void
    /** A colleague leaves; returns the way back. */
    archive: (email: string) => () => void
  }
  audit: () => CrmAudit
  close: () => Promise<void>
}
