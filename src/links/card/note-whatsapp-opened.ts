import type { AuditDetail } from '../../store/audit-entries.ts';
import type { Link } from '../../store/link.ts';
import type { LinkDependencies } from '../link-dependencies.ts';

/**
 * Writes down who is about to see the customer's number, before it is shown. Returns the name of the business, which signs
 * the message.
 */
export const noteWhatsappOpened = async (
  { teamId, id }: Pick<Link, 'teamId' | 'id'>,
  { userId, detail }: { userId: string; detail?: AuditDetail },
  { businessName, audit }: Pick<LinkDependencies, 'businessName' | 'audit'>,
): Promise<string | null> => {
  const [name] = await Promise.all([
    businessName.of(teamId),
    audit.write({
      teamId,
      actorId: userId,
      action: 'whatsapp-opened',
      subject: id,
      ...(detail && { detail }),
    }),
  ]);
  return name;
};
