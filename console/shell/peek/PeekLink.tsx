import { Link, type LinkProps, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'

interface PeekLinkProps
  extends Pick<LinkProps, 'to' | 'params' | 'search' | 'resetScroll' | 'activeOptions' | 'preload'> {
  /** The record, 'kind:id'. */
  peek: string
  className: string
  title?: string
  target?: string
  children: ReactNode
}

/** The link of a row whose record a panel can show (PeekArea.tsx). It is the current one while the panel shows it. */
export function PeekLink({ peek, ...props }: PeekLinkProps) {
  const isShown = useSearch({ strict: false, select: (search) => search.peek === peek })
  return <Link {...props} dir="auto" data-peek={peek} {...(isShown && { 'aria-current': true })} />
}
