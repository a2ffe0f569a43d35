import { PortreeveError } from './errors.ts'

export interface Options {
  /** The address of the Portreeve server: `https://portreeve.example`. */
  address: string
  /** A machine key: `ptv_…`. */
  key: string
  /** Attempts of a call that fails for a while; default 8, which takes about two minutes. */
  attempts?: number
  /** Replaces the global `fetch`. */
  fetch?: typeof fetch
}

/** Milliseconds before the second attempt; each further one waits twice as long, up to the longest. */
const firstWait = 500
const longestWait = 30_000

interface Body {
  status_code: number
  data: unknown
  code?: string
  error_message?: string
}

/** One attempt of a call. Returns the text of the answer; throws when it was refused or did not arrive. */
export type Attempt = (
  path: string,
  init: {
    method: string
    body?: string
    type?: string
    headers?: Record<string, string>
    signal?: AbortSignal | undefined
  },
) => Promise<string>

export function attempts({ address, key, fetch: send = fetch }: Options): Attempt {
  const base = address.replace(/\/+$/, '')
  return async (path, { method, body, type, headers, signal }) => {
    let answer: Response
    let text: string
    try {
      answer = await send(base + path, {
        method,
        headers: { ...headers, authorization: `Bearer ${key}`, ...(type && { 'content-type': type }) },
        ...(body !== undefined && { body }),
        ...(signal && { signal }),
      })
      text = await answer.text()
    } catch (error) {
      if (signal?.aborted) throw error
      throw new PortreeveError('unreachable', 0, `${base} did not answer.`, { cause: error })
    }
    if (!answer.ok) throw refusal(answer, text)
    return text
  }
}

/** The last line of an answer, which says whether the call is whole. */
export function ending(text: string): unknown {
  const body = parsed(text.trimEnd().split('\n').at(-1) ?? '')
  if (body?.status_code === 1) return body.data
  // A stream that began well ends with its refusal.
  if (body?.code) throw new PortreeveError(body.code, 503, body.error_message ?? 'The call failed.')
  throw new PortreeveError('unreachable', 0, 'The answer broke off.')
}

function refusal(answer: Response, text: string): PortreeveError {
  const body = parsed(text)
  const error = new PortreeveError(
    body?.code ?? 'unavailable',
    answer.status,
    body?.error_message ?? `The server answered ${answer.status}.`,
  )
  const after = Number(answer.headers.get('retry-after'))
  return Object.assign(error, after > 0 ? { retryAfter: after * 1000 } : {})
}

function parsed(text: string): Body | undefined {
  try {
    return JSON.parse(text) as Body
  } catch {
    return undefined
  }
}

/** Repeats work that fails for a while, with exponential backoff and jitter. */
export async function patiently<T>(
  { attempts: most = 8 }: Pick<Options, 'attempts'>,
  signal: AbortSignal | undefined,
  work: () => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof PortreeveError && error.isTemporary) || attempt >= most) throw error
      const { retryAfter } = error as { retryAfter?: number }
      const wait = Math.min(longestWait, firstWait * 2 ** (attempt - 1)) * (0.5 + Math.random() / 2)
      await pause(Math.max(wait, retryAfter ?? 0), signal)
    }
  }
}

function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((done, fail) => {
    const timer = setTimeout(done, milliseconds)
    const stop = () => {
      clearTimeout(timer)
      fail(signal?.reason as Error)
    }
    signal?.addEventListener('abort', stop, { once: true })
  })
}
