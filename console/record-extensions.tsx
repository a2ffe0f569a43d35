import { onDemand } from './shell/on-demand.tsx'

// What apps add to the pages of records. Their code is no part of a page's first load.
export const RecordActions = onDemand(
  async () => (await import('./marketplace/extensions/RecordActions.tsx')).RecordActions,
)
export const RecordPanels = onDemand(
  async () => (await import('./marketplace/extensions/RecordPanels.tsx')).RecordPanels,
)
