import type { Files, Rule } from '../project.ts'

export const PRIVATE_DETAILS = 'docs/decisions/037-private-details.md'

export const privateDetails = (files: Files): string[] =>
  [...(files.get(PRIVATE_DETAILS) ?? '').matchAll(/^- `([^`]+)`/gm)].map(([, path = '']) => path)

/** Other files use no names that libraries mark as private. */
export const privateDetailsAreListed: Rule = (files) => {
  const listed = privateDetails(files)
  const marked = [...files].filter(
    ([path, source]) =>
      /^(server|src|sw|scripts)\/.*\.tsx?$/.test(path) && privateName.test(source),
  )
  return [
    ...(listed.length > 4
      ? [`${PRIVATE_DETAILS}: ${listed.length} private details, at most 4`]
      : []),
    ...listed
      .filter((path) => !files.has(path))
      .map((path) => `${PRIVATE_DETAILS}: ${path} does not exist`),
    ...marked
      .filter(([path]) => !listed.includes(path))
      .map(([path]) => `${path}: leans on a private detail: list it in ${PRIVATE_DETAILS}`),
  ]
}

const privateName = /__unstable__|__internal_|__SECRET_INTERNALS/
