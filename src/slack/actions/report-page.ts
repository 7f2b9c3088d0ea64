import { createReportButton } from '../reports/report-press.ts';
import { showReport } from '../reports/show-report.ts';

/** Another page, another size, or the same again: the pointer says which. */
export const handleReportPage = createReportButton('report page', 'read-reports', showReport);
