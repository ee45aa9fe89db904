import { expect, test } from 'vitest'
import { ClusterAway, ClusterRefusal, createNodes } from '../../../server/search/cluster/nodes.ts'

type Answers = Record<string, { status: number; body: unknown } | 'silent'>

const nodesWith = (answers: Answers, clock = { now: 0 }) => {
  const calls: { url: string; authorization: string | undefined }[] = []
  const nodes = createNodes({
    urls: ['http://reader:a%40b@first:9200', 'http://second:9200'],
    fetch: (input, init) => {
      const { host, href } = new URL(input instanceof Request ? input.url : input)
      const authorization = new Headers(init?.headers).get('authorization') ?? undefined
      calls.push({ url: href, authorization })
      const answer = answers[host]
      return answer === undefined || answer === 'silent'
        ? Promise.reject(new TypeError('fetch failed'))
        : Promise.resolve(Response.json(answer.body, { status: answer.status }))
    },
    now: () => clock.now,
  })
  return { nodes, calls }
}
const fine = { status: 200, body: { ok: true } }

test('a call goes to the next node when the first does not answer, and leaves the first alone for two seconds', async () => {
  const clock = { now: 0 }
  const { nodes, calls } = nodesWith({ 'first:9200': 'silent', 'second:9200': fine }, clock)
  const hosts = () => calls.splice(0).map(({ url }) => new URL(url).host)
  expect(await nodes.call('GET', '/_x')).toEqual({ ok: true })
  expect(hosts()).toEqual(['first:9200', 'second:9200'])
  await nodes.call('GET', '/_x')
  await nodes.call('GET', '/_x')
  expect(hosts()).toEqual(['second:9200', 'second:9200'])
  clock.now = 2_001
  await nodes.call('GET', '/_x')
  await nodes.call('GET', '/_x')
  expect(hosts()).toContain('first:9200')
})

test('a call goes to the next node when the first is overloaded', async () => {
  const { nodes } = nodesWith({ 'first:9200': { status: 429, body: {} }, 'second:9200': fine })
  expect(await nodes.call('GET', '/_x')).toEqual({ ok: true })
})

test('a call fails as away when no node answers', async () => {
  const { nodes } = nodesWith({})
  await expect(nodes.call('GET', '/_x')).rejects.toThrow(ClusterAway)
})

test('a refused call is not repeated', async () => {
  const { nodes, calls } = nodesWith({
    'first:9200': { status: 400, body: { error: 'bad' } },
    'second:9200': fine,
  })
  await expect(nodes.call('GET', '/_x')).rejects.toThrow(ClusterRefusal)
  expect(calls).toHaveLength(1)
})

test('a node gets the user and password of its address, in no address', async () => {
  const { nodes, calls } = nodesWith({ 'first:9200': fine })
  await nodes.call('GET', '/_x')
  expect(calls).toEqual([
    {
      url: 'http://first:9200/_x',
      authorization: `Basic ${Buffer.from('reader:a@b').toString('base64')}`,
    },
  ])
})
