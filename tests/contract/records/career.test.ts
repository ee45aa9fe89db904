import { describe, expect, it } from 'vitest'
import { cameBack, leftOn } from '../../../contract/records/career.ts'
import type { Employment, Person } from '../../../contract/records/records.ts'
import { aCompany, aPerson } from '../../kit/fixtures/records.ts'

const { id: present } = aCompany(1)
const job = (from: string | undefined, to: string | undefined, more: Partial<Employment> = {}) => ({
  company: 'Company',
  company_id: present,
  title: 'Estimator',
  ...(from !== undefined && { from }),
  ...(to !== undefined && { to }),
  type: 'historical' as const,
  ...more,
})
const elsewhere = (from: string, to: string, type: Employment['type'] = 'historical') =>
  job(from, to, { company_id: aCompany(2).id, type })
const person = (start: string | undefined, history: Employment[]): Person =>
  aPerson(1, {
    company_id: present,
    position: 'Site Manager',
    position_cleaned: 'Construction Manager',
    ...(start !== undefined && { role_start: start }),
    history,
  })

describe('a person worked at their company before', () => {
  it.each([
    [
      'with another employer in between',
      '2022-01-01',
      [job('2015-01-01', '2018-01-01'), elsewhere('2018-02-01', '2021-12-01')],
      true,
    ],
    [
      'also where the present role has no start',
      undefined,
      [job('2015-01-01', '2018-01-01'), elsewhere('2018-01-01', '2021-12-01')],
      true,
    ],
    ['not with other employers only', '2022-01-01', [elsewhere('2015-01-01', '2021-12-01')], false],
    ['not after a promotion', '2022-01-01', [job('2015-01-01', '2022-01-01')], false],
    [
      'not beside a job at another company',
      '2022-01-01',
      [job('2015-01-01', '2022-01-01'), elsewhere('2023-01-01', '2024-01-01')],
      false,
    ],
    [
      'not where dates are unknown',
      undefined,
      [job(undefined, undefined), elsewhere('2018-01-01', '2021-12-01')],
      false,
    ],
  ])('%s', (_, start, history, expected) => {
    expect(cameBack(person(start, history))).toBe(expected)
  })
})

describe('a person left on the day their role ended', () => {
  const title = 'Site Manager'
  it.each([
    ['by its title', undefined, [job(undefined, '2026-02-03', { title })], '2026-02-03'],
    [
      'by its standard title',
      undefined,
      [job(undefined, '2026-02-03', { title: 'Construction Manager' })],
      '2026-02-03',
    ],
    ['by its start', '2022-01-01', [job('2022-01-01', '2026-02-03')], '2026-02-03'],
    [
      'not by an earlier role at the company',
      '2022-01-01',
      [job('2015-01-01', '2022-01-01', { title })],
      undefined,
    ],
    [
      'not by a job at another company',
      undefined,
      [job('2022-01-01', '2026-02-03', { title, company_id: aCompany(2).id })],
      undefined,
    ],
    [
      'not while a job is current',
      undefined,
      [job(undefined, '2026-02-03', { title }), elsewhere('2026-01-01', '', 'current')],
      undefined,
    ],
  ])('%s', (_, start, history, expected) => {
    expect(leftOn(person(start, history))).toBe(expected)
  })
})
