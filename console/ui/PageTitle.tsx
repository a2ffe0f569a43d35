/** The document's title. One screen renders it at a time (React lifts it into the head). */
export function PageTitle({ children }: { children: string }) {
  return <title>{children}</title>
}
