import { describe } from 'vitest'
import { faultSuite } from './suite-faults.ts'
import { readSuite } from './suite-reads.ts'
import { signInSuite } from './suite-sign-in.ts'
import { writeSuite } from './suite-writes.ts'
import type { ConnectorSubject } from './subject.ts'

/** What every connector promises, over its emulator. */
export const describeConnector = (subject: ConnectorSubject): void => {
  describe(`${subject.kind.label} connector`, () => {
    signInSuite(subject)
    readSuite(subject)
    writeSuite(subject)
    faultSuite(subject)
  })
}
