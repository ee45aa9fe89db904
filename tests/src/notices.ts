import type { Notice } from '../../contract/notices.ts'

/** An invented notice of an agent; the greater its number, the newer it is. */
export const aNotice = (number: number, given: Partial<Notice> = {}): Notice => ({
  id: `0190a0a0-0000-7000-8000-${String(number).padStart(12, '0')}`,
  at: new Date(Date.parse('2026-03-03T00:00:00Z') + number * 60_000).toISOString(),
  readAt: null,
  title: `Notice ${number}`,
  agentName: 'Perth builders',
  opens: {
    listIds: [],
    agentId: '0190a0a0-0000-7000-8000-0000000000aa',
    signalType: { slug: 'hiring_surge', category: 'company' },
    incrementalRunIds: [`0190a0a0-0000-7000-8000-${String(500 + number).padStart(12, '0')}`],
    signalCount: 2,
  },
  ...given,
})
