import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { links } from '../../../../contract/links.ts'
import { ArticlesCard } from '../../../../src/screens/help/articles-card.tsx'
import { articles } from '../../../../src/screens/help/articles.ts'

afterEach(cleanup)

it('Articles of Help are found by any part of their text, and lead to a screen', async () => {
  const user = userEvent.setup()
  render(<ArticlesCard />)
  expect(screen.getAllByRole('group')).toHaveLength(articles.length)
  await user.type(screen.getByRole('searchbox', { name: 'Search help' }), 'next stop')
  const title = screen.getByText('Plan a round of visits')
  expect(screen.getAllByRole('group')).toHaveLength(1)
  await user.click(title)
  const link = screen.getByRole('link', { name: 'Open offline lists' })
  expect(link.getAttribute('href')).toBe(links.offlineLists())
})

it('Help without an article about a term says where to send the question', async () => {
  render(<ArticlesCard />)
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search help' }), 'sandwiches')
  expect(screen.getByText('No article about that. Send us your question below.')).toBeTruthy()
})
