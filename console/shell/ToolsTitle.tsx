import { useEnvironment } from '../data/backend.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'

/** D-001, NAV-17, NAV-18: the title of every page without its own. */
export function ToolsTitle() {
  const { name } = useEnvironment()
  return <PageTitle>{name === 'development' ? 'Portreeve Tools (dev)' : 'Portreeve Tools'}</PageTitle>
}
