import { describe, expect, it } from 'vitest'
import { api } from '../../contract/api.ts'
import { filters } from '../../contract/search/filters.ts'
import { links } from '../../contract/links.ts'
import { screenAt } from '../../src/app/routes.tsx'
import { planted, readProject } from './project.ts'
import { deadLinks, filterIdentifiers, missingOrDouble, unserved } from './rules/promises.ts'

describe('what the contract promises', () => {
  it('is served: every call has its handler', () => {
    expect(unserved(Object.keys(api), readProject())).toEqual([])
  })

  it('can be searched: every filter of the specification is in the registry once', () => {
    const present = filters.map(({ identifier }) => identifier)
    expect(missingOrDouble(filterIdentifiers, present)).toEqual([])
    expect(new Set(present).size).toBe(present.length)
  })

  it('can be visited: every link leads to a screen', () => {
    expect(deadLinks(links, (path) => screenAt(path) !== null)).toEqual([])
  })
})

describe('a broken promise', () => {
  it('is noticed when a call has no handler', () => {
    const files = planted({
      'server/calls/x.ts': `export const handlers = () => ({\n  first: async () => {},\n  second(input) {},\n})`,
      'server/third/third.ts': '  third: 1,',
    })
    expect(unserved(['first', 'second', 'third', 'irs'], files)).toEqual(['third', 'irs'])
  })

  it('is noticed when a filter is forgotten or entered twice', () => {
    expect(missingOrDouble(['a', 'b', 'c'], ['a', 'c', 'c'])).toEqual([
      'b is missing',
      'c is there 2 times',
    ])
  })

  it('is noticed when a link leads nowhere', () => {
    const links = {
      home: () => '/home',
      record: (id: string) => `/record?id=${id}`,
      lost: () => '/lost',
    }
    expect(deadLinks(links, (path) => ['/home', '/record'].includes(path))).toHaveLength(1)
  })
})
