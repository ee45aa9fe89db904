import { describe, expect, it } from 'vitest'
import { api } from '../../contract/api.ts'
import { filters } from '../../contract/search/filters.ts'
import { links } from '../../contract/links.ts'
import { screenAt } from '../../src/app/routes.tsx'
import { fakeProject, readProject } from './project.ts'
import {
  findDeadLinks,
  filterIdentifiers,
  findMissingOrDuplicate,
  findUnserved,
} from './rules/promises.ts'

describe('the contract', () => {
  it('has a handler for every endpoint', () => {
    expect(findUnserved(Object.keys(api), readProject())).toEqual([])
  })

  it('has every filter of the specification in the registry once', () => {
    const present = filters.map(({ identifier }) => identifier)
    expect(findMissingOrDuplicate(filterIdentifiers, present)).toEqual([])
    expect(new Set(present).size).toBe(present.length)
  })

  it('has a screen for every link', () => {
    expect(findDeadLinks(links, (path) => screenAt(path) !== null)).toEqual([])
  })
})

describe('a planted breach of the contract', () => {
  it('is found: an endpoint without a handler', () => {
    const files = fakeProject({
      'server/calls/x.ts': `export const handlers = () => ({\n  first: async () => {},\n  second(input) {},\n})`,
      'server/third/third.ts': '  third: 1,',
    })
    expect(findUnserved(['first', 'second', 'third', 'irs'], files)).toEqual(['third', 'irs'])
  })

  it('is found: a filter that is missing or registered twice', () => {
    expect(findMissingOrDuplicate(['a', 'b', 'c'], ['a', 'c', 'c'])).toEqual([
      'b is missing',
      'c is registered 2 times',
    ])
  })

  it('is found: a link without a screen', () => {
    const links = {
      home: () => '/home',
      record: (id: string) => `/record?id=${id}`,
      lost: () => '/lost',
    }
    expect(findDeadLinks(links, (path) => ['/home', '/record'].includes(path))).toHaveLength(1)
  })
})
