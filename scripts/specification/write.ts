// `npm run specification`: generates the tables of the documents from the code.
import { rewriteDocuments } from "./documents.ts";

rewriteDocuments();
