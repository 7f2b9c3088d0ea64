import { parseAuditPointer } from '../audit-pointer.ts';
import { createButton } from '../button.ts';
import { permit } from '../permit.ts';
import { readAudit } from '../read-audit.ts';

/** Another page of the trail, in place of the one whose button was pressed. */
export const handleAuditPage = createButton('audit page', async ({ place, tell, args }, dependencies) => {
  if (!(await permit(place, 'read-audit', dependencies, tell))) return;
  const pointer = parseAuditPointer(place.value);
  if (pointer === null) {
    await tell('That button leads nowhere any more. Run `/paylink audit` again.');
    return;
  }
  const page = await readAudit(place, pointer, dependencies);
  await args.respond({ response_type: 'ephemeral', replace_original: true, ...page });
});
