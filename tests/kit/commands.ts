import type { FastifyPluginAsync } from 'fastify'
import type { Database } from '../../server/platform/db/db.ts'
import { openSeal } from '../../server/crm/seal.ts'
import { folderFiles } from '../../server/platform/vendors/files.ts'
import { commandRoutes, type CommandParts } from '../../server/routes/commands.ts'

/** The operator's commands with the token 'the token', without card payment. */
export const serveCommands = (
  db: Database,
  parts: Partial<Omit<CommandParts, 'db' | 'controlToken'>> = {},
): FastifyPluginAsync =>
  commandRoutes({
    db,
    files: folderFiles('files'),
    billing: null,
    crmSeal: openSeal([{ id: 'test', key: new Uint8Array(32).fill(5) }]),
    controlToken: 'the token',
    now: Date.now,
    onMaintenance: () => Promise.resolve(),
    faults: () => Promise.resolve([]),
    forgotten: () => Promise.resolve(),
    ...parts,
  })
