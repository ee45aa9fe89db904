import fc from 'fast-check'
import { connectorKinds } from '../../../server/connectors/registry.ts'

type Parts = {
  text: fc.Arbitrary<unknown>
  number: fc.Arbitrary<unknown>
  category: fc.Arbitrary<unknown>
  mostly: <T>(good: fc.Arbitrary<T>, bad: fc.Arbitrary<unknown>) => fc.Arbitrary<unknown>
}

export const crmInputs = ({ text, number, category, mostly }: Parts) => {
  const connector = mostly(fc.constantFrom(...connectorKinds.map(({ key }) => key)), text)
  const token = mostly(fc.constantFrom('a.b.c', ''), text)
  const object = {
    creates: mostly(fc.boolean(), number),
    updates: mostly(fc.boolean(), text),
    fields: mostly(
      fc.constantFrom([], [{ from: 'name', to: '__proto__', rule: 'overwrite' }]),
      fc.array(text, { maxLength: 2 }),
    ),
    constants: mostly(fc.constantFrom([], [{ to: 'stage', value: 'lead' }]), text),
  }
  return {
    crmToken: fc.constant({}),
    integrations: fc.record({ token }),
    connectCrm: fc.record(
      { connector, token, address: text },
      { requiredKeys: ['connector', 'token'] },
    ),
    finishConnectingCrm: fc.record(
      { token, state: text, code: text, error: text },
      { requiredKeys: ['token', 'state'] },
    ),
    disconnectCrm: fc.record({ connector, token }),
    crmMapping: fc.record({ connector, token }),
    saveCrmMapping: fc.record({
      connector,
      token,
      mapping: fc.record({
        company: fc.record(object),
        person: fc.record({
          ...object,
          object: mostly(fc.constantFrom('contact', 'lead'), text),
          needsCompany: mostly(fc.boolean(), text),
        }),
        owners: mostly(fc.constantFrom({}, { user_alex: '1' }), text),
      }),
    }),
    dryRun: fc.record(
      {
        connector,
        token,
        category,
        source: mostly(fc.constant({ kind: 'search', first: 5 }), text),
        from: mostly(fc.constantFrom(0, 500), number),
      },
      { requiredKeys: ['connector', 'token', 'category', 'source'] },
    ),
  }
}
