import { Text, Title } from '@mantine/core'
import { useInViewport, useWindowEvent } from '@mantine/hooks'
import { api } from '@portreeve/contract'
import type { Offered } from '@portreeve/contract/marketplace/extensions'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { useBackend } from '../../data/backend.tsx'
import { queryOf } from '../../data/queries.ts'
import { FailedState } from '../../ui/FailedState.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import type { OfRecord } from './of-record.ts'
import classes from './panel-frame.module.css'
import { heightOf, initial, mostMessages } from './panel-height.ts'

/** Milliseconds within which a panel says its height. */
const patience = 10_000

/** The address of a frame with its token. The page asks for it when the frame comes into sight, and again for each retry. */
function usePanelUrl({ kind, id }: OfRecord, name: string, isSeen: boolean) {
  const { call } = useBackend()
  return useQuery({
    ...queryOf(call, api.extensions.panel, { params: { name, kind, id } }),
    enabled: isSeen,
    ...{ staleTime: Number.POSITIVE_INFINITY, gcTime: 0 },
    ...{ refetchOnWindowFocus: false, refetchOnReconnect: false },
  })
}

/** The height that exactly this frame has said; null before. */
function useHeight(url: string | undefined) {
  const frame = useRef<HTMLIFrameElement>(null)
  const read = useRef({ second: 0, messages: 0 })
  const [said, setSaid] = useState<{ url: string; height: number } | null>(null)
  useWindowEvent('message', ({ source, data }: MessageEvent) => {
    // A frame in a sandbox has no origin: its window tells it from all others.
    if (!url || !frame.current || source !== frame.current.contentWindow) return
    const second = Math.floor(performance.now() / 1000)
    if (read.current.second !== second) read.current = { second, messages: 0 }
    if (++read.current.messages > mostMessages) return
    const height = heightOf(data)
    if (height !== null) setSaid({ url, height })
  })
  return { frame, height: said && said.url === url ? said.height : null }
}

/**
 * A panel of an app in a frame that can do nothing to the page: no origin, no navigation, no windows, no dialogs. Its title is the
 * console's, outside the frame. It takes its place at once, and another height only when it is there.
 */
export function PanelFrame({ of, panel }: { of: OfRecord; panel: Offered['panels'][number] }) {
  const heading = useId()
  const { ref, inViewport } = useInViewport()
  const [isSeen, setSeen] = useState(false)
  if (inViewport && !isSeen) setSeen(true)
  const query = usePanelUrl(of, panel.name, isSeen)
  const url = query.data?.data.url
  const { frame, height } = useHeight(url)
  const [late, setLate] = useState<string | null>(null)
  useEffect(() => {
    if (!url) return
    const timer = setTimeout(() => setLate(url), patience)
    return () => clearTimeout(timer)
  }, [url])
  const isSilent = height === null && late !== null && late === url
  const hasFailed = isSilent || (query.isError && !query.isFetching)
  return (
    <section ref={ref} className={classes.panel} aria-labelledby={heading}>
      <Title order={2} id={heading}>
        {panel.title}
      </Title>
      <Text size="xs" c="dimmed">
        Panel of {panel.name}, {panel.origin}
      </Text>
      <div className={classes.place} style={{ height: height ?? initial }}>
        {hasFailed ? (
          <FailedState message="The panel could not be loaded." onRetry={() => void query.refetch()} />
        ) : (
          <>
            {height === null && <Spinner size={16} />}
            {url && (
              <iframe
                key={url}
                ref={frame}
                src={url}
                title={`Panel of ${panel.name}, ${panel.origin}`}
                className={classes.frame}
                data-waiting={height === null || undefined}
                sandbox="allow-scripts allow-forms"
                referrerPolicy="no-referrer"
                allow=""
                loading="lazy"
                // No cookies of the app: React has no type for it.
                {...{ credentialless: '' }}
              />
            )}
          </>
        )}
      </div>
    </section>
  )
}
