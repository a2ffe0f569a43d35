import { ListingConversations } from './conversations/conversations/ListingConversations.tsx'
import { ListingScreen } from './listings/listings/ListingScreen.tsx'
import { ListingOrders } from './money/orders/ListingOrders.tsx'
import { RecordActions, RecordPanels } from './record-extensions.tsx'

/** The page of a listing, with what the subjects above listings show on it. */
export const ListingPage = () => (
  <ListingScreen
    orders={(key) => <ListingOrders listing={key} />}
    actions={(key, version) => <RecordActions kind="listing" id={key} version={version} />}
    panels={(key) => <RecordPanels kind="listing" id={key} />}
    conversations={(key) => <ListingConversations listing={key} />}
  />
)
