import { expect, it } from 'vitest'
import { funded } from '../../demo/news-events.ts'

it.each([
  [6_800_000_000, 'A$6.8 billion'],
  [999_600_000, 'A$1 billion'],
  [45_000_000, 'A$45 million'],
  [999_900, 'A$1 million'],
  [250_000, 'A$250,000'],
])('a funding round of %d reads %s in every text of its signal', (amount, text) => {
  const about = { stage: 'Series B', amount, currency: 'AUD', investors: ['Reef Capital'] }
  const { title, summary } = funded({ name: 'Mulga Systems' }, about)
  expect(title).toBe(`Mulga Systems raised ${text} (Series B)`)
  expect(summary).toContain(`round of ${text} led by`)
})
