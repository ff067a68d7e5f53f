"""List what English speakers work as."""

from __future__ import annotations

PROFESSION = (
    r"(?:(?:senior|junior|head|chief|lead|freelance|self-employed|part-time|registered|licensed|certified|clinical|civil|software|hardware|front-?end"
    r"|back-?end|full-?stack|web|game|data|machine learning|mechanical|electrical|chemical|structural|sound|network|security|systems?|graphic|interior"
    r"|UX|UI|product|project|marketing|sales|business|financial|tax|patent|criminal|corporate|family|general|veterinary|dental|paediatric|pediatric"
    r"|intensive care|ICU|ER|night|school|primary|elementary|secondary|middle|high|kindergarten|preschool|nursery|music|maths?|English|German|French|Spanish"
    r"|history|science|biology|chemistry|physics|art|PE|sports|yoga|ski|swimming|driving|riding|truck|bus|taxi|train|tram|crane|landscape|wedding|social"
    r"|police|fire|research|assistant|associate|speech|physical|occupational|child|court|bank|insurance|real estate|travel|flight|customer service|pastry) )*"
    r"(?:nurse|midwife|doctor|physician|surgeon|paediatrician|pediatrician|psychiatrist|psychologist|psychotherapist|therapist|physiotherapist|dentist"
    r"|pharmacist|paramedic|veterinarian|vet|teacher|professor|lecturer|tutor|librarian|engineer|developer|programmer|architect|designer|lawyer|attorney"
    r"|solicitor|judge|notary|accountant|auditor|analyst|consultant|economist|journalist|reporter|translator|interpreter|electrician|plumber|carpenter|joiner"
    r"|mechanic|welder|bricklayer|roofer|baker|butcher|chef|barista|waiter|waitress|bartender|hairdresser|barber|tailor|farmer|firefighter|policeman"
    r"|policewoman|police officer|soldier|pilot|flight attendant|steward|stewardess|sailor|truck driver|bus driver|taxi driver|train driver|tram driver"
    r"|postman|courier|cashier|receptionist|secretary|estate agent|real estate agent|travel agent|social worker|biologist|chemist|physicist|geologist"
    r"|statistician|mathematician|researcher|data scientist|product manager|project manager|sales manager|product owner|civil servant|optician|radiologist"
    r"|cardiologist|anaesthetist|anesthesiologist|kindergarten teacher|carer|caretaker|cleaner|locksmith|goldsmith|watchmaker|photographer|cabinetmaker|gardener|beekeeper|illustrator)"
)
