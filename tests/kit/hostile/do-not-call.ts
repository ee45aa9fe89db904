import fc from 'fast-check'

type Parts = {
  text: fc.Arbitrary<unknown>
  number: fc.Arbitrary<unknown>
  id: fc.Arbitrary<unknown>
  from: fc.Arbitrary<unknown>
  size: fc.Arbitrary<unknown>
  mostly: <T>(good: fc.Arbitrary<T>, bad: fc.Arbitrary<unknown>) => fc.Arbitrary<unknown>
}

export const privacyInputs = ({ text, number, id, from, size, mostly }: Parts) => {
  const day = mostly(fc.constantFrom('2026-03-01', '2026-02-29', '9999-12-31', '0001-01-01'), text)
  const numbers = mostly(
    fc.array(
      fc.constantFrom('0491 570 006', '+61491570156', '491570157', '', '+', '0'.repeat(60)),
      {
        maxLength: 5,
      },
    ),
    fc.array(text, { maxLength: 3 }),
  )
  const chosen = {
    act: mostly(fc.constantFrom('reveal', 'person-removed'), text),
    userId: text,
    since: day,
    until: day,
  }
  return {
    doNotCall: fc.constant({}),
    beginWash: fc.record(
      {
        id,
        name: mostly(fc.constantFrom('result.csv', ' a '), text),
        washedAt: day,
        total: mostly(fc.constantFrom(1, 2_000_000), number),
      },
      { requiredKeys: ['name', 'washedAt', 'total'] },
    ),
    addWashed: fc.record({ id, listed: numbers, notListed: numbers }, { requiredKeys: ['id'] }),
    finishWash: fc.record({ id }),
    audit: fc.record({ ...chosen, from, size }, { requiredKeys: [] }),
    auditCheck: fc.constant({}),
    auditFile: fc.record(chosen, { requiredKeys: [] }),
  }
}
