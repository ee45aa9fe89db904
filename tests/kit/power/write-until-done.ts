import { appendFileSync } from 'node:fs'
import { sql } from 'kysely'
import { openDatabase } from '../../../server/platform/db/db.ts'

// node --import record-files.ts write-until-done.ts <transactions>: fills the database in POWER_FOLDER as the server
// does, and appends to POWER_TRACE what is acknowledged. Each transaction writes two rows.

const transactions = Number(process.argv[2])
const acknowledge = (n: number): void =>
  appendFileSync(process.env['POWER_TRACE'] ?? '', `${JSON.stringify({ call: 'ack', n })}\n`)

const db = await openDatabase({ folder: process.env['POWER_FOLDER'] })
await sql`create table written (n int, half int, text text, primary key (n, half))`.execute(
  db.owner,
)
for (let n = 1; n <= transactions; n += 1) {
  await db.owner.transaction().execute(async (trx) => {
    for (const half of [1, 2])
      await sql`insert into written values (${n}, ${half}, ${`${n} `.repeat(200 + (n % 7) * 400)})`.execute(
        trx,
      )
    await sql`update written set text = text || '.' where n = ${n - 10}`.execute(trx)
  })
  acknowledge(n)
  if (n % 25 === 0) await sql`checkpoint`.execute(db.owner)
  if (n % 40 === 0) await sql`vacuum written`.execute(db.owner)
}
// As a power cut finds it: without the checkpoint of an orderly end.
process.kill(process.pid, 'SIGKILL')
