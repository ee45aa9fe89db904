import type { FastifyReply, FastifyRequest } from 'fastify'
import { clerkError } from './errors.ts'
import type { Metadata } from './state.ts'
import type { World } from './world.ts'

export interface BackendCall {
  world: World
  query: URLSearchParams
  param: (name: string) => string
  /** Refuses unknown fields. */
  body: (known: readonly string[]) => Fields
  bodies: (known: readonly string[]) => Fields[]
}

export interface Fields {
  text: (name: string) => string | undefined
  texts: (name: string) => string[]
  number: (name: string) => number | undefined
  flag: (name: string) => boolean
  metadata: (name: string) => Metadata | undefined
}

export function backendHandler(world: World, handle: (call: BackendCall) => object) {
  return (request: FastifyRequest, _reply: FastifyReply): object => {
    try {
      return handle(readCall(world, request))
    } finally {
      if (request.method !== 'GET') world.save()
    }
  }
}

/** At every level; null removes a field. */
export function mergeMetadata(present: Metadata, changes: Metadata): Metadata {
  const result: Metadata = { ...present }
  for (const [key, value] of Object.entries(changes)) {
    const before = result[key]
    if (value === null) delete result[key]
    else if (isMetadata(value)) result[key] = mergeMetadata(isMetadata(before) ? before : {}, value)
    else result[key] = value
  }
  return result
}

/** Repeated or not, with or without brackets. */
export function filterValues(query: URLSearchParams, name: string): string[] {
  return [...query.getAll(name), ...query.getAll(`${name}[]`)]
}

function readCall(world: World, request: FastifyRequest): BackendCall {
  const parameters: unknown = request.params
  return {
    world,
    query: new URL(request.url, 'http://emulator.example').searchParams,
    param: (name) => (isMetadata(parameters) ? String(parameters[name]) : ''),
    body: (known) => fieldsOf(request.body ?? {}, known),
    bodies: (known) => {
      const { body } = request
      return Array.isArray(body) ? body.map((item: unknown) => fieldsOf(item, known)) : []
    },
  }
}

function fieldsOf(body: unknown, known: readonly string[]): Fields {
  const fields = isMetadata(body) ? body : {}
  for (const name of Object.keys(fields))
    if (!known.includes(name))
      throw clerkError(422, 'form_param_unknown', `${name} is not a valid parameter.`, name)
  const ofKind = <T>(name: string, is: (value: unknown) => value is T): T | undefined => {
    const value = fields[name]
    if (value === undefined || value === null) return undefined
    if (is(value)) return value
    throw clerkError(422, 'form_param_type_invalid', `${name} has the wrong type.`, name)
  }
  return {
    text: (name) => ofKind(name, (value) => typeof value === 'string'),
    texts: (name) => {
      const value = fields[name]
      return Array.isArray(value) ? value.map(String) : []
    },
    number: (name) => ofKind(name, (value) => typeof value === 'number'),
    flag: (name) => ofKind(name, (value) => typeof value === 'boolean') ?? false,
    metadata: (name) => ofKind(name, isMetadata),
  }
}

function isMetadata(value: unknown): value is Metadata {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
