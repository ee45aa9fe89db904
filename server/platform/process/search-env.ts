type Set = Record<string, string | undefined>

/** The nodes of a search cluster; undefined: the memory of this process. */
export const searchNodesOf = (set: Set): readonly string[] | undefined =>
  set['SEARCH_URL']?.split(',').map((url) => url.trim())

export const searchProblems = (set: Set): string[] =>
  searchNodesOf(set)?.every(isNode) === false
    ? [
        'SEARCH_URL must be the web address of a node, for example http://127.0.0.1:9200, or several with commas between.',
      ]
    : []

const isNode = (url: string): boolean => {
  if (!URL.canParse(url)) return false
  const { protocol, pathname, search, hash } = new URL(url)
  return /^https?:$/.test(protocol) && pathname === '/' && search === '' && hash === ''
}
