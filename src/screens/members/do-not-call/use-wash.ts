import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { maxWashBytes, type Wash } from '../../../../contract/org/do-not-call.ts'
import { useApi } from '../../../lib/use-api.ts'
import { combineNumbers, readNumbers, type Numbers } from './read-numbers.ts'
import { sendWash } from './send-wash.ts'

export type WashUpload =
  | { is: 'idle' }
  | { is: 'sending'; done: number; total: number }
  | { is: 'done'; wash: Wash }
  | { is: 'failed'; why: string }

export type Chosen = { name: string; numbers: Numbers } | { name: string; error: string }

export const readFile = async (file: File): Promise<Chosen> => {
  const { name } = file
  if (file.size > maxWashBytes)
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

export const useWash = () => {
  const api = useApi()
  const client = useQueryClient()
  const [state, setState] = useState<WashUpload>({ is: 'idle' })
  const running = useRef(false)
  const upload = async (
    file: { name: string; numbers: Numbers },
    holds: 'listed' | 'not-listed',
    checked: Numbers | null,
    washedAt: string,
  ): Promise<void> => {
    if (running.current) return
    running.current = true
    try {
      const listing = combineNumbers(file.numbers, holds, checked)
      const wash = await sendWash(
        {
          api,
          onProgress: (done, total) => setState({ is: 'sending', done, total }),
        },
        { name: file.name.slice(0, 200), washedAt },
        listing,
      )
      setState({ is: 'done', wash })
    } catch (error) {
      const why = error instanceof Error ? error.message : 'We couldn’t upload the file'
      setState({ is: 'failed', why })
    } finally {
      running.current = false
      await client.invalidateQueries({ queryKey: ['customer', 'do-not-call'] })
      // Do-not-call flags may have changed on every screen with records.
      await client.invalidateQueries({ queryKey: ['record'] })
      await client.invalidateQueries({ queryKey: ['records'] })
    }
  }
  return { state, bring: upload, reset: () => setState({ is: 'idle' }) }
}
