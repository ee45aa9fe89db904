import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { mostWashBytes, type Wash } from '../../../../contract/org/do-not-call.ts'
import { useApi } from '../../../lib/use-api.ts'
import { combined, readNumbers, type Numbers } from './reading.ts'
import { sendWash } from './sending.ts'

export type Bringing =
  | { is: 'idle' }
  | { is: 'sending'; done: number; total: number }
  | { is: 'done'; wash: Wash }
  | { is: 'failed'; why: string }

/** A file that was chosen, with what it holds; `error` says why it is none. */
export type Chosen = { name: string; numbers: Numbers } | { name: string; error: string }

/** Reads a chosen file; never rejects. */
export const readFile = async (file: File): Promise<Chosen> => {
  const { name } = file
  if (file.size > mostWashBytes)
    return {
      name,
      error: 'This file is over 10 MB. Split it and upload each part.',
    }
  if (/\.(xlsx?|zip|pdf)$/i.test(name))
    return { name, error: 'Save this file as CSV, with one number per line.' }
  try {
    const numbers = readNumbers(await file.text())
    return numbers.numbers.length === 0
      ? { name, error: 'We couldn’t find a phone number in this file.' }
      : { name, numbers }
  } catch {
    return { name, error: 'We couldn’t read this file.' }
  }
}

/** Brings a check in and tells how far it is. */
export const useWash = () => {
  const api = useApi()
  const client = useQueryClient()
  const [state, setState] = useState<Bringing>({ is: 'idle' })
  const running = useRef(false)
  const bring = async (
    file: { name: string; numbers: Numbers },
    holds: 'listed' | 'not-listed',
    checked: Numbers | null,
    washedAt: string,
  ): Promise<void> => {
    if (running.current) return
    running.current = true
    try {
      const told = combined(file.numbers, holds, checked)
      const wash = await sendWash(
        {
          api,
          onProgress: (done, total) => setState({ is: 'sending', done, total }),
          pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
        },
        { name: file.name.slice(0, 200), washedAt },
        told,
      )
      setState({ is: 'done', wash })
    } catch (error) {
      const why = error instanceof Error ? error.message : 'We couldn’t upload the file'
      setState({ is: 'failed', why })
    } finally {
      running.current = false
      await client.invalidateQueries({ queryKey: ['customer', 'do-not-call'] })
      // Flags beside numbers may have changed wherever records are shown.
      await client.invalidateQueries({ queryKey: ['record'] })
      await client.invalidateQueries({ queryKey: ['records'] })
    }
  }
  return { state, bring, reset: () => setState({ is: 'idle' }) }
}
