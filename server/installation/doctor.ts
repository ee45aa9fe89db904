import type { DoctorParts } from './doctor-parts.ts'
import { checkBackups } from './check-backups.ts'
import { checkLedger } from './check-ledger.ts'
import { checkClock, checkDisk } from './check-machine.ts'
import { checkIndex, checkKeys, checkWorkers } from './check-processes.ts'
import { checkMail, checkPush, checkSources, checkWebhooks } from './check-services.ts'
import { checkSettings } from './check-settings.ts'

const checks: Readonly<Record<string, (parts: DoctorParts) => Promise<string[]>>> = {
  'the settings': checkSettings,
  'the disk': checkDisk,
  'the clock': checkClock,
  'the keys of the processes': checkKeys,
  'the background jobs': checkWorkers,
  'the search index': checkIndex,
  'the mail server': checkMail,
  'push messages': checkPush,
  webhooks: checkWebhooks,
  'the sources': checkSources,
  'the backups': checkBackups,
  'the ledger of credits': checkLedger,
}

/** What is wrong with this installation, each as a sentence or two; empty if nothing is. */
export const findFaults = async (parts: DoctorParts): Promise<string[]> => {
  const faults: string[] = []
  for (const [subject, check] of Object.entries(checks))
    faults.push(
      ...(await check(parts).catch((error: unknown) => [
        `We couldn’t check ${subject}: ${error instanceof Error ? error.message : String(error)}`,
      ])),
    )
  return faults
}

export const nothingWrong = `Nothing is wrong. Checked: ${Object.keys(checks).join(', ')}.`
